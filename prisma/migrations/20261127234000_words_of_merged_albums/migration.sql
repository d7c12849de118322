-- The search finds merged albums by their old names: their words, which were deleted with the merge, are written again soon.
UPDATE `Album` SET `hasWords` = false WHERE `mergedIntoId` IS NOT NULL;
