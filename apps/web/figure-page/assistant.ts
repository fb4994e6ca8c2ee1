/** The assistant around this frame, by the protocol of MCP Apps: it sends figures, and calls our tools for the reader. */
import type {
  McpUiHostContext,
  McpUiInitializeRequest,
  McpUiInitializeResult,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { FigureData, FigureView } from '@tallyboard/engine/ask/figure-view.ts';
import { openBridge, reportSize } from './frame-bridge.ts';

type CallToolResult = McpUiToolResultNotification['params'];

export interface FoundIssue {
  readonly summary: string;
  readonly status: string;
  /** Null for nobody; absent where people were not loaded. */
  readonly assignee?: string | null | undefined;
}

export interface Assistant {
  /** False: the assistant calls no tools for frames. */
  readonly canAsk: boolean;
  /** Asks for the report with other settings, by stored keys; the answer is shown as the first one is. */
  render(view: FigureView, settings: object): void;
  /** By key; issues that the reader may not see are left out. */
  issues(keys: readonly string[]): Promise<ReadonlyMap<string, FoundIssue>>;
}

export interface AssistantState {
  readonly data: FigureData | null;
  /** Why there are no figures, or no newer ones. */
  readonly problem: string | null;
  /** The page with the figures that are not here. */
  readonly page: string | null;
  readonly isBusy: boolean;
}

const PROTOCOL = '2026-01-26';
const TOO_LARGE = 'These figures are too large to be shown here.';

const textOf = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('\n');

function changeOf(result: CallToolResult): Partial<AssistantState> {
  if (result.isError) return { problem: textOf(result), isBusy: false };
  // The model does not read it.
  const data = result._meta?.['tallyboard/figure'] as FigureData | undefined;
  const { link } = recordOf(result.structuredContent);
  return {
    data: data ?? null,
    problem: data ? null : TOO_LARGE,
    page: typeof link === 'string' ? link : null,
    isBusy: false,
  };
}

/** Connects to the assistant, follows its colors, and reports each change of what to show. */
export async function connectAssistant(
  show: (change: Partial<AssistantState>) => void,
): Promise<Assistant> {
  if (window.parent === window)
    throw new Error('This page has no figures of its own: an assistant opens it with a report.');
  const bridge = openBridge((method, params) => {
    if (method === 'ui/notifications/tool-result') show(changeOf(params as CallToolResult));
    if (method === 'ui/notifications/tool-cancelled')
      show({ problem: 'The calculation was stopped.', isBusy: false });
    if (method === 'ui/notifications/host-context-changed') follow(params);
  });
  const hello: McpUiInitializeRequest['params'] = {
    appInfo: { name: 'tallyboard', version: '1' },
    appCapabilities: {},
    protocolVersion: PROTOCOL,
  };
  const host = (await bridge.request('ui/initialize', hello)) as McpUiInitializeResult;
  follow(host.hostContext ?? {});
  openLinksBy(url => bridge.request('ui/open-link', { url }));
  bridge.notify('ui/notifications/initialized', {});
  reportSize(bridge);
  const call = (name: string, args: object) =>
    bridge.request('tools/call', { name, arguments: args }) as Promise<CallToolResult>;
  return {
    canAsk: host.hostCapabilities?.serverTools !== undefined,
    render({ report, jql, readerJql = jql, context }, settings) {
      show({ isBusy: true, problem: null });
      const asOf = context.past && new Date(context.asOf).toISOString();
      call('render', {
        report,
        settings,
        ...(readerJql && { jql: readerJql }),
        ...(asOf && { asOf }),
      })
        .then(changeOf, (error: Error) => ({ problem: error.message, isBusy: false }))
        .then(show);
    },
    async issues(keys) {
      const result = await call('issues', { jql: `key in (${keys.join(', ')})` });
      if (result.isError) throw new Error(textOf(result));
      return foundIssues(recordOf(result.structuredContent));
    },
  };
}

function follow({ theme }: McpUiHostContext): void {
  if (theme) document.documentElement.setAttribute('data-color-mode', theme);
}

function foundIssues({
  columns,
  rows,
}: Readonly<Record<string, unknown>>): ReadonlyMap<string, FoundIssue> {
  const heads = Array.isArray(columns) ? columns : [];
  const list = Array.isArray(rows) ? (rows as unknown[][]) : [];
  const at = (row: unknown[], head: string) => {
    const cell = row[heads.indexOf(head)];
    return typeof cell === 'string' ? cell : null;
  };
  return new Map(
    list.map(row => [
      at(row, 'Key') ?? '',
      {
        summary: at(row, 'Summary') ?? '',
        status: at(row, 'Status') ?? '',
        assignee: at(row, 'Assignee'),
      },
    ]),
  );
}

/** A sandboxed frame cannot open tabs. */
function openLinksBy(open: (url: string) => Promise<unknown>): void {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest('a[target="_blank"]');
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    event.preventDefault();
    open(link.href).catch(console.warn);
  });
}
