// SQL for tests that wait until transactions are blocked or have ended. It
// only covers this database, because other files run on the same server.
// RENEWED is the interval between queries, in milliseconds: InnoDB only refreshes this table if nobody on the server has read
// it for a tenth of a second. Three workers with an interval of 500 ms always leave such a gap; at 300 ms it is possible that
// none of them ever sees a change.
export const RENEWED = 500

/** SQL that counts (`count`) the open transactions of the current database. */
export const openTransactions = `
  SELECT COUNT(*) AS count FROM information_schema.INNODB_TRX
  JOIN information_schema.PROCESSLIST ON PROCESSLIST.ID = trx_mysql_thread_id
  WHERE PROCESSLIST.DB = DATABASE()`

/** SQL that counts those that wait for a lock. */
export const waitingTransactions = `${openTransactions} AND trx_state = 'LOCK WAIT'`
