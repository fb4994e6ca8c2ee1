import { parseGlobalSettings } from '@tallyboard/engine/site/global-settings.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { expect, test } from 'vitest';
import { menuItem, pageMenu } from '../reports-page/menu.ts';
import { parsePageState } from '../router/page-state.ts';
import { editionAt } from '../start/edition.ts';
import type { Session } from '../start/session.ts';
import { reportAddress } from './report-address.ts';

const special = { storyPoints: [], sprint: [], epicLink: [], team: [], flagged: [], sla: [] };
const site = { settings: parseGlobalSettings({}), special, fields: [] };
const session = {
  site,
  edition: editionAt({ edition: 'standard' }, null, 0),
} as unknown as Session;

const onPage = GADGETS.filter(({ report }) => aboutReport(report)?.menu);

test.each(onPage.map(({ report }) => report))(
  'the address of a gadget opens %s with the same settings and query',
  async id => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const { parse, serialize, gadgetDefaults, defaults } = report.settings;
    const own = { ...serialize(gadgetDefaults ?? defaults), boardId: 7, dateFormat: 'D.M.YYYY' };
    const settings = parse(own).value;
    const filter = { preset: 'custom', jql: 'project = A', choices: {} };
    const address = reportAddress(session, report, settings, filter, null);
    const state = parsePageState(new URLSearchParams(address?.split('?')[1]));
    expect(state).toMatchObject({ tab: 'custom', preset: 'custom', jql: 'project = A' });
    const item = menuItem(pageMenu(session), state.selector);
    const shown = { ...reportDefaults(site.settings, id), ...state.settings, ...item.settings };
    expect([item.report, serialize(parse(shown).value)]).toEqual([id, serialize(settings)]);
  },
);
