import type { Answer } from '../answer.ts';
import { figureAnswer, reasonsOf, requireWhole } from '../figure-answer.ts';
import { type McpHost, ToolError } from '../host.ts';
import { type Args, readQuestion } from '../question.ts';

/** Bytes; assistants hand it on as one message. */
const MAX_VIEW = 1_000_000;

/** A report, and what its view shows in a frame of the assistant. */
export async function render(host: McpHost, args: Args, signal: AbortSignal): Promise<Answer> {
  if (host.issueRefusal !== null)
    throw new ToolError(`${host.issueRefusal} Ask the tool report for its table.`);
  const question = await readQuestion(host, args);
  if (question.report.withoutIssues)
    throw new ToolError(`The report '${question.report.id}' has no figures.`);
  const { json } = await host.figures(question, signal, true);
  requireWhole(reasonsOf(json), args.strict);
  const answer = figureAnswer(host, question, json);
  if (JSON.stringify(json.view).length > MAX_VIEW)
    return {
      ...answer,
      facts: [...answer.facts, 'too large to be shown here: give the link, or narrow the query'],
    };
  const figure = { view: json.view, jira: host.jira, page: answer.link, title: json.title };
  return { ...answer, figure };
}
