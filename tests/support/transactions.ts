// For tests that wait until transactions wait, or are over. Those of this database alone: other files run on the same server.
// InnoDB renews this picture only when nobody on the server has looked for a tenth of a second. Three workers that ask every 500 ms
// leave such a gap however they meet; at 300 ms none of them may ever see anything new.
export const RENEWED = 500

/** The SQL that counts (`count`) the open transactions of the database that is asked. */
export const openTransactions = `
  SELECT COUNT(*) AS count FROM information_schema.INNODB_TRX
  JOIN information_schema.PROCESSLIST ON PROCESSLIST.ID = trx_mysql_thread_id
  WHERE PROCESSLIST.DB = DATABASE()`

/** The same for those that wait for a lock. */
export const waitingTransactions = `${openTransactions} AND trx_state = 'LOCK WAIT'`
