-- The networks from which an account signed in recently are read from the trail.

-- CreateIndex
CREATE INDEX `AuditEntry_subjectId_event_createdAt_idx` ON `AuditEntry`(`subjectId`, `event`, `createdAt`);
