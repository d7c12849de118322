export const mobileLine = 'flex min-h-12 items-center text-start text-lg'
