-- The stored answer to a new comment has the thread's count now. Without an answer, the comment itself is read.
UPDATE `Submission` SET `answer` = NULL WHERE `procedure` = 'comments.add';
