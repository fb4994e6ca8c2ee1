/** A question that cannot be answered; the message says what to do. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}
