import { answerJson } from '../ask/answer.ts';
import type { ReportAnswer } from '../ask/answer-report.ts';
import { QuestionError } from '../question-error.ts';

const MAX_KEYS = 20;

/** The report has no figure of that key: names those that it has. */
export function missingFigure(answer: ReportAnswer, figure: string): QuestionError {
  const keys = answerJson(answer).figures.map(({ key }) => key);
  const some = keys.length > MAX_KEYS ? [...keys.slice(0, MAX_KEYS), '…'] : keys;
  const text = `The report has no figure '${figure}'. There are: ${some.join(', ')}.`;
  return new QuestionError([{ path: 'figure', text }]);
}
