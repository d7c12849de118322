-- The trail of security events. No foreign keys: a line is read after the account that it names is gone.

-- CreateTable
CREATE TABLE `AuditEntry` (
    `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `event` VARCHAR(40) NOT NULL,
    `actorId` INTEGER NULL,
    `subjectId` INTEGER NULL,
    `address` VARCHAR(45) NULL,
    `times` INTEGER NOT NULL DEFAULT 1,
    `detail` VARCHAR(500) NULL,
    INDEX `AuditEntry_createdAt_idx`(`createdAt`),
    INDEX `AuditEntry_subjectId_id_idx`(`subjectId`, `id`),

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
