import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { answerAt, MissingQueryError } from '@tallyboard/engine/ask/answer-report.ts';
import { packView } from '@tallyboard/engine/ask/figure-view.ts';
import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import { readableReport, reportJson } from '@tallyboard/engine/ask/answer.ts';
import {
  type FigureJson,
  type FigureQuestion,
  type Figures,
  type McpHost,
  ToolError,
} from '@tallyboard/mcp/host.ts';
import { sentenceOf } from './error-text.ts';
import { figurePage } from './figure-page.ts';
import type { JiraSources } from './jira-source.ts';

/** The tools of an assistant over a data folder or a Jira, with the rights of the command line. */
export function cliHost(
  { at, store }: JiraSources,
  { jira, now = Date.now }: { readonly jira: string | null; readonly now?: () => number },
): McpHost {
  return {
    now,
    source: () => at(now()),
    figures: (question, _, withView = false) => figuresOf(question, withView).catch(withReason),
    figurePage,
    saved: async () => (store ? store.savedReports.all() : []),
    issueRefusal: null,
    aggregateOnly: false,
    pages: null,
    jira,
    explain: sentenceOf,
  };

  async function figuresOf(
    { report, jql, settings, asOf }: FigureQuestion,
    withView: boolean,
  ): Promise<Figures> {
    const question = {
      report,
      jql: jql ?? undefined,
      settings: { stored: settings, problems: [] },
      zone: undefined,
    };
    const answer = await answerAt(at, question, { asOf, now: now() });
    const lists = new Map<string, IssueList>();
    const json = {
      ...reportJson(answer, new Map()),
      ...readableReport(answer, lists),
      ...(withView && { view: await packView(answer, 'frame') }),
    };
    return {
      // The notes and results of JSON are more than an assistant reads.
      json: json as unknown as FigureJson,
      keys: async (of, from, limit) => {
        const list = lists.get(of);
        if (!(list instanceof Uint32Array)) return null;
        const rows = [...list.subarray(from, from + limit)];
        return { total: list.length, keys: rows.map(row => answer.issues[row]?.key ?? '?') };
      },
    };
  }
}

function withReason(error: unknown): never {
  if (error instanceof MissingQueryError)
    throw new ToolError('This report needs jql, or settings that choose a board.');
  throw error instanceof QuestionError ? new ToolError(error.message) : error;
}
