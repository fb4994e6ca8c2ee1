/** Dashboards that are made with their gadgets, for a board or a project that is asked once. */
import type { Host } from '@tallyboard/hosts/host.ts';
import { fetchBoardConfiguration } from '@tallyboard/jira/endpoints/board.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { loadReport } from '../frame/use-report.ts';
import { pageClient } from '../start/page-client.ts';
import { addItem } from './dashboards-api.ts';
import { moduleKeyOf } from './gadget-kinds.ts';

/** A board by id, or a project by key. */
export interface TemplateScope {
  readonly value: string;
  readonly label: string;
}

interface Part {
  readonly gadget: string;
  /** Stored settings that differ from those of a new gadget. */
  readonly settings: Stored;
}

export interface Template {
  readonly id: string;
  readonly label: string;
  readonly asks: 'board' | 'project';
  readonly parts: (scope: TemplateScope, host: Host) => Promise<readonly Part[]>;
}

const ACTIVE_SPRINTS = 'Issues in active sprints, in a certain board';

const query = (jql: string) => ({ jql, preset: { name: 'Custom JQL', jql } });

const onBoard = (gadget: string, { value }: TemplateScope): Part => {
  return { gadget, settings: { boardId: Number(value), jql: '' } };
};

export const TEMPLATES: readonly Template[] = [
  {
    id: 'scrum',
    label: 'Scrum team',
    asks: 'board',
    async parts(board, host) {
      const { filterId } = await fetchBoardConfiguration(pageClient(host), Number(board.value));
      const jql = `sprint in openSprints() AND filter = ${filterId}`;
      const sprint =
        filterId === null
          ? query('sprint in openSprints()')
          : {
              jql,
              preset: { name: ACTIVE_SPRINTS, jql },
              choices: { board: { ...board, insert: filterId } },
            };
      return [
        { gadget: 'burn', settings: { ...sprint, boardId: Number(board.value) } },
        onBoard('velocity', board),
        { gadget: 'status', settings: sprint },
        onBoard('wip-age', board),
      ];
    },
  },
  {
    id: 'kanban',
    label: 'Kanban team',
    asks: 'board',
    parts: async board =>
      ['cumulative-flow', 'cycle-time', 'wip-age', 'throughput', 'forecast'].map(gadget =>
        onBoard(gadget, board),
      ),
  },
  {
    id: 'support',
    label: 'Support',
    asks: 'project',
    async parts({ value }) {
      const project = `project = ${quoteValue(value)}`;
      const open = query(`${project} AND resolution is EMPTY`);
      // The days of the charts.
      const days = 'created >= startOfDay(-29d) OR resolved >= startOfDay(-29d)';
      const lately = query(`${project} AND (${days})`);
      return [
        { gadget: 'created-resolved', settings: lately },
        { gadget: 'resolution-time', settings: lately },
        {
          gadget: 'issues-by',
          settings: { ...open, field: 'priority', label: 'Priority', chart: 'donut' },
        },
        { gadget: 'age', settings: open },
      ];
    },
  },
  {
    id: 'service-desk',
    label: 'Service desk',
    asks: 'project',
    async parts({ value }) {
      const project = `project = ${quoteValue(value)}`;
      const lately = 'updated >= startOfDay(-29d) OR resolution is EMPTY';
      const requests = query(`${project} AND (${lately})`);
      return ['sla', 'desk-backlog', 'first-response', 'satisfaction'].map(gadget => ({
        gadget,
        settings: requests,
      }));
    },
  },
];

/** Adds the gadgets of a template, in two columns. */
export async function addTemplate(
  host: Host,
  dashboardId: string,
  template: Template,
  scope: TemplateScope,
): Promise<void> {
  for (const [at, part] of (await template.parts(scope, host)).entries()) {
    const kind = GADGETS.find(({ name }) => name === part.gadget);
    if (!kind) continue;
    const { settings } = await loadReport(kind.reportOf(part.settings));
    const first = settings.serialize(settings.gadgetDefaults ?? settings.defaults);
    await addItem(host, dashboardId, {
      moduleKey: moduleKeyOf(kind),
      title: kind.title,
      column: at % 2,
      row: Math.floor(at / 2),
      properties: { settings: { ...first, ...part.settings } },
    });
  }
}
