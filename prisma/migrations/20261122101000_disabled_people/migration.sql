-- Disabled people are few, and left out of every count of people: they are found without looking at everybody else.

-- CreateIndex
CREATE INDEX `User_disabledAt_idx` ON `User`(`disabledAt`);
