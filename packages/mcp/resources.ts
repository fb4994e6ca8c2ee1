import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { path } from '@tallyboard/jira/address.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { writeAnswer } from './answer.ts';
import { cleanText } from './clean-text.ts';
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
  const dashboards = async () => {
    const { client } = await host.source();
    const reply = await client.send({ method: 'GET', path: '/rest/api/2/dashboard' });
    return listOf(recordOf(reply).dashboards).map(({ id, name }) => ({
      id: String(id),
      name: cleanText(String(name)),
    }));
  };
  server.registerResource(
    'dashboard',
    new ResourceTemplate('tallyboard://dashboard/{id}', {
      list: async () => ({
        resources: (await dashboards()).map(({ id, name }) => ({
          uri: `tallyboard://dashboard/${id}`,
          name,
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
      const lines = listOf(recordOf(reply).gadgets).map(
        ({ title }) => `- ${cleanText(String(title))}`,
      );
      const link = host.pages === null ? '' : `\n${host.pages}/dashboards/${id}`;
      const text = `# ${found?.name ?? id}\n${lines.join('\n')}${link}`;
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(recordOf) : []);
