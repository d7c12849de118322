import type { Texts } from '../../texts.ts'

export const connections: Texts['connections'] = {
  tokens: 'Erişim belirteçleri',
  tokensHint: 'Programların ve betiklerin Plak’ı şifren yerine bir belirteçle kullanır.',
}
