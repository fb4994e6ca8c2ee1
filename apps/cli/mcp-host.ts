import { answerJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import { packView } from '@tallyboard/engine/ask/figure-view.ts';
import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { reconcileQuestion } from '@tallyboard/engine/why/reconcile-question.ts';
import type { Figures, McpHost } from '@tallyboard/mcp/host.ts';
import { CommandError } from './command.ts';
import { sentenceOf } from './error-text.ts';
import { figurePage } from './figure-page.ts';
import type { JiraSources } from './jira-source.ts';
import { storePins } from './pins.ts';

/** The tools of an assistant over a data folder or a Jira, with the rights of the command line. */
export function cliHost(
  { at, store }: JiraSources,
  { jira, now = Date.now }: { readonly jira: string | null; readonly now?: () => number },
): McpHost {
  const pins = store && storePins({ at, store, close: async () => {} }, now);
  return {
    now,
    source: () => at(now()),
    figures: (question, _, withView = false) => figuresOf(question, withView),
    why: (question, asked) =>
      explainQuestion(time => at(time ?? now()), question, asked, { now: now() }),
    expected: (question, asked) =>
      reconcileQuestion(time => at(time ?? now()), question, asked, { now: now() }),
    figurePage,
    saved: async () => (store ? store.savedReports.all() : []),
    boardSets: async () => (store ? store.boardSets.all() : []),
    pins: async () =>
      (await pins?.list())?.map(({ id, name, asOf }) => ({ id, name, asOfMs: Date.parse(asOf) })) ??
      [],
    pinAsked: async id => requirePins().asked(id),
    pin: async id => requirePins().show(id),
    issueRefusal: null,
    aggregateOnly: false,
    pages: null,
    jira,
    explain: sentenceOf,
  };

  function requirePins() {
    if (pins) return pins;
    throw new CommandError('There are no pins: they are in a data folder, or on a server.');
  }

  async function figuresOf(question: Question, withView: boolean): Promise<Figures> {
    const answer = await answerQuestion(time => at(time ?? now()), question, { now: now() });
    const lists = new Map<string, IssueList>();
    const json = {
      ...answerJson(answer, { lists, issueRows: true }),
      ...(withView && { view: await packView(answer, 'frame') }),
    };
    return {
      json,
      keys: async (of, from, limit) => {
        const list = lists.get(of);
        if (!(list instanceof Uint32Array)) return null;
        const rows = [...list.subarray(from, from + limit)];
        return { total: list.length, keys: rows.map(row => answer.issues[row]?.key ?? '?') };
      },
    };
  }
}
