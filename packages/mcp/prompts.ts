import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { MENU, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';

const idsOf = (isOne: (report: (typeof REPORTS)[number]) => boolean): string =>
  REPORTS.filter(isOne)
    .map(({ id }) => id)
    .join(', ');

const isOfFlow = (id: string) =>
  MENU.some(({ report, group }) => report === id && group === 'Flow');
const flowReports = () => idsOf(({ id }) => isOfFlow(id));
const sprintReports = () => idsOf(({ id, onBoard = false }) => onBoard && !isOfFlow(id));

const END =
  'Say of each figure as of when it is, name partial data, and give the links. Ask explain about figures that surprise.';

/** Reviews that assistants offer. */
export function registerPrompts(server: McpServer): void {
  const prompt = (
    name: string,
    title: string,
    description: string,
    argument: string,
    text: (value: string) => string,
  ) => {
    const argsSchema = fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: { [argument]: { type: 'string' } },
      required: [argument],
    });
    server.registerPrompt(name, { title, description, argsSchema }, args => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `${text(args[argument] ?? '')} ${END}` } },
      ],
    }));
  };
  prompt(
    'sprint-review',
    'Sprint review',
    'What the last sprint of a board brought',
    'board',
    board =>
      `Review the last sprint of the board '${board}'. Find its id with find (kind board), then ask for the reports ${sprintReports()} with settings {"boardId": ID}, now and as of last-sprint.`,
  );
  prompt(
    'weekly-flow-review',
    'Weekly flow review',
    'How work flowed last week',
    'jql',
    jql =>
      `Review the flow of the issues of this JQL: ${jql}. Ask for the reports ${flowReports()} with it, and compare each as of last-week with now.`,
  );
}
