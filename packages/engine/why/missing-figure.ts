import { answerJson } from '../ask/answer.ts';
import type { ReportAnswer } from '../ask/answer-report.ts';
import { QuestionError } from '../question-error.ts';

const MAX_KEYS = 20;

const firstPart = (key: string) => key.split('/')[0]?.toLowerCase();

/** The report has no figure of that key: names those that it has, first those that begin like it. */
export function missingFigure(answer: ReportAnswer, figure: string): QuestionError {
  const all = answerJson(answer).figures.map(({ key }) => key);
  const isAlike = (key: string) => firstPart(key) === firstPart(figure);
  const keys = [...all.filter(isAlike), ...all.filter(key => !isAlike(key))];
  const some = keys.length > MAX_KEYS ? [...keys.slice(0, MAX_KEYS), '…'] : keys;
  const text = `The report has no figure '${figure}'. There are: ${some.join(', ')}.`;
  return new QuestionError([{ path: 'figure', text }]);
}
