import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { ComparedPin } from '@tallyboard/engine/pins/pin-schema.ts';
import { path } from '@tallyboard/jira/address.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { type Answer, writeAnswer } from './answer.ts';
import type { McpHost } from './host.ts';
import { explain } from './tools/explain.ts';

const MARKDOWN = 'text/markdown';

/** The page in which an assistant shows figures. */
export const FIGURE_PAGE = 'ui://tallyboard/figure.html';
const APP_PAGE = 'text/html;profile=mcp-app';

/** What reports mean, the reader's dashboards, and the page of figures. */
export function registerResources(server: McpServer, host: McpHost): void {
  for (const { id, title, gadget } of REPORTS)
    server.registerResource(
      id,
      `tallyboard://report/${id}`,
      { title, description: gadget?.summary ?? title, mimeType: MARKDOWN },
      async uri => {
        const answer = await explain(host, { report: id }, AbortSignal.timeout(60_000));
        return {
          contents: [{ uri: uri.href, mimeType: MARKDOWN, text: writeAnswer(answer).text }],
        };
      },
    );
  server.registerResource(
    'figure',
    FIGURE_PAGE,
    { title: 'Figures', description: 'Shows a report in a frame', mimeType: APP_PAGE },
    async uri => ({
      contents: [{ uri: uri.href, mimeType: APP_PAGE, text: await host.figurePage() }],
    }),
  );
  registerPins(server, host);
  const dashboards = async () => {
    const { client } = await host.source();
    const reply = await client.send({ method: 'GET', path: '/rest/api/2/dashboard' });
    return listOf(recordOf(reply).dashboards).map(({ id, name }) => ({
      id: String(id),
      name: String(name),
    }));
  };
  server.registerResource(
    'dashboard',
    new ResourceTemplate('tallyboard://dashboard/{id}', {
      list: async () => ({
        // Names are texts of people, which stand in the answer alone.
        resources: (await dashboards()).map(({ id }) => ({
          uri: `tallyboard://dashboard/${id}`,
          name: `Dashboard ${id}`,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: 'Dashboard', description: 'The gadgets of a saved dashboard', mimeType: MARKDOWN },
    async (uri, { id }) => {
      const { client } = await host.source();
      const found = (await dashboards()).find(each => each.id === String(id));
      const address = path`/rest/api/3/dashboard/${String(id)}/gadget`;
      const reply = await client.send({ method: 'GET', path: address });
      const { text } = writeAnswer({
        title: found?.name ?? String(id),
        reasons: [],
        table: {
          columns: ['Gadget'],
          rows: listOf(recordOf(reply).gadgets).map(({ title }) => [String(title)]),
        },
        facts: [`Dashboard ${id}`],
        link: host.pages === null ? null : `${host.pages}/dashboards/${id}`,
      });
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

/** What was pinned of saved reports, beside the figures of today. */
function registerPins(server: McpServer, host: McpHost): void {
  server.registerResource(
    'pin',
    new ResourceTemplate('tallyboard://pin/{id}', {
      list: async () => ({
        // Names and notes are texts of people, which stand in the answer alone.
        resources: (await host.pins()).map(({ id, asOfMs }) => ({
          uri: `tallyboard://pin/${id}`,
          name: `Pin ${id} of ${new Date(asOfMs).toISOString().slice(0, 10)}`,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    {
      title: 'Pin',
      description: 'Figures of a saved report as they were pinned, beside those of today',
      mimeType: MARKDOWN,
    },
    async (uri, { id }) => {
      const pin = await host.pin(String(id), AbortSignal.timeout(60_000));
      const { text } = writeAnswer(pinAnswer(pin));
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

function pinAnswer(pin: ComparedPin): Answer {
  const { id, name, asOf, author, note, why, figures = [], now, differs, doubts } = pin;
  const by = author === null ? [] : [`by ${author}`];
  return {
    title: name,
    headline: note,
    reasons: pin.complete === false ? ['The figures were partial when they were pinned.'] : [],
    table: {
      columns: ['Figure', 'Pinned', 'Replayed', 'Now'],
      rows: figures.map(each => [each.key, each.pinned, each.replayed, each.now]),
    },
    facts: [
      `pin ${id}`,
      `as of ${asOf}`,
      ...by,
      ...(now === null ? [] : [`now ${now}`]),
      ...(why === undefined ? [] : [why]),
    ],
    notes: [...(differs ? [differs] : []), ...doubts],
    link: null,
  };
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(recordOf) : []);
