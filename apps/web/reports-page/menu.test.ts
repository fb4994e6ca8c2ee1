import { parseGlobalSettings } from '@tallyboard/engine/site/global-settings.ts';
import { expect, test } from 'vitest';
import { editionAt } from '../start/edition.ts';
import type { Session } from '../start/session.ts';
import { menuItem, pageMenu } from './menu.ts';

const special = {
  storyPoints: [],
  storyPointEstimate: [],
  sprint: ['customfield_1'],
  epicLink: [],
  epicName: [],
  team: [],
  flagged: [],
  sla: [],
};

function menu(stored: unknown = {}, edition: 'standard' | 'lite' = 'standard') {
  const site = { settings: parseGlobalSettings(stored), special, fields: [] };
  return pageMenu({ site, edition: editionAt({ edition }, null, 0) } as unknown as Session);
}

test('groups and selectors are those of existing URLs and stored gadgets', () => {
  const stored = [
    [null, 'Overview', -3],
    ['Reports By Date', 'Created and Resolved', 0],
    ['Reports By Date', 'Resolution/Lead Time', 1],
    ['Assignees By', 'Created/Resolved by Assignee', -1],
    ['Assignees By', 'Lead Time by Assignee', -2],
    ['Agile Reports', 'Burndown/Burnup', -4],
    ['Agile Reports', 'Individual Velocity', -5],
    ['Time Tracking Reports', 'Estimation', -6],
    ['Time Tracking Reports', 'Timesheets', -7],
    ['Age Reports', 'Unresolved Issues', -8],
    ['Age Reports', 'Stale Issues', -9],
    ['Issues By', 'Project', 3],
    ['Issues By', 'Sprint', 4],
    ['Issues By', 'Issue Type', 5],
    ['Issues By', 'Assignee', 6],
    ['Issues By', 'Reporter', 7],
    ['Issues By', 'Priority', 8],
    ['Issues By', 'Status', 9],
    ['Issues By', 'Resolution', 10],
    ['Issues By', 'Epic Link', 11],
  ];
  const selectors = new Set(stored.map(([, , selector]) => selector));
  const entries = menu().map(({ group, label, selector }) => [group, label, selector]);
  expect(entries.filter(([, , selector]) => selectors.has(selector!))).toEqual(stored);
});

test('reports that the settings disable are gone, and their selectors show Overview', () => {
  const without = menu({ enabledReports: { burn: false } });
  expect(without.map(({ label }) => label)).not.toContain('Burndown/Burnup');
  expect(menuItem(without, -4).report).toBe('overview');
});

test('Lite has only Overview', () => {
  expect(menu({}, 'lite').map(({ label }) => label)).toEqual(['Overview']);
});
