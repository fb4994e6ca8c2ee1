/** What is wrong with a member of a question. */
export interface Problem {
  /** The member as it was given; '' for the question as a whole. */
  readonly path: string;
  readonly text: string;
}

/** In the words of every door. */
export const describeProblem = ({ path, text }: Problem): string =>
  path === '' || path === 'report' ? text : `${path}: ${text}`;

/** A question that cannot be answered; the message says what to do. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
  readonly problems: readonly Problem[];

  constructor(problems: string | readonly Problem[]) {
    const all = typeof problems === 'string' ? [{ path: '', text: problems }] : problems;
    super(all.map(describeProblem).join('\n'));
    this.problems = all;
  }
}
