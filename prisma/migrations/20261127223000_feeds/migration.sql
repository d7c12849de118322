-- The diary's feed shows the listenings of a person that were logged last, whatever their day.

-- CreateIndex
CREATE INDEX `Log_userId_visibility_createdAt_id_idx` ON `Log`(`userId`, `visibility`, `createdAt`, `id`);
