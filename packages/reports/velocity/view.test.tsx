import type { Board } from '@tallyboard/core/model/board.ts';
import { BOARD, context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import type { SprintReport } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { TestForm } from '@tallyboard/report-kit/testing/test-form.tsx';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import computeVelocity from './compute.ts';
import formRules from './form.tsx';
import { velocitySeries } from './parts/series.ts';
import { type VelocitySettings, velocitySettings } from './settings.ts';
import VelocityView from './view.tsx';

const NOW = context({ asOf: instantFromText('2026-03-24 12:00') });
const STORY = datasetFromText(`
  sprint A = 2026-02-02 09:00 .. 2026-02-06 17:00 closed
  sprint B = 2026-02-09 09:00 .. 2026-02-13 17:00 closed
  P-1 5pt in:A @ana created:2026-01-30 | 2026-02-06 18:00 added B | 2026-02-12 done
  P-2 3pt in:B @ben created:2026-01-30 | 2026-02-11 done
`);

function show(init: Partial<VelocitySettings> = {}, boards: readonly Board[] = [BOARD]) {
  const settings: VelocitySettings = {
    ...velocitySettings.defaults,
    estimation: 'points',
    ...init,
  };
  const spies = {
    onDrill: vi.fn<(drill: Drill) => void>(),
    onSettings: vi.fn<(settings: VelocitySettings) => void>(),
    onJql: vi.fn<(jql: string) => void>(),
    onSprint: vi.fn<(report: SprintReport) => void>(),
  };
  const sprints = vi.fn(async () => [...STORY.sprints.values()]);
  render(
    <VelocityView
      {...spies}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      result={computeVelocity(STORY, settings, NOW).result}
      dataset={{ ...datasetViewOf(STORY), boards: { list: boards, sprints } }}
    />,
  );
  return { user: userEvent.setup(), settings, sprints, ...spies };
}

describe('the tree', () => {
  it('has sprints, newest first, with their people, and opens figures', async () => {
    const { user, onDrill } = show();
    const tree = screen.getByRole('treegrid', { name: 'Velocity' });
    const names = () =>
      within(tree)
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent?.[0]);
    expect(names()).toEqual(['B', 'A']);
    await user.click(screen.getByRole('button', { name: 'Expand All' }));
    expect(names()).toEqual(['B', 'A', 'B', 'A', 'A']);
    await user.click(within(tree).getByRole('button', { name: /^8\s*Completed · B, show issues/ }));
    const [drill] = onDrill.mock.calls[0] ?? [];
    expect(Array.from(drill?.figure.issues ?? [], row => STORY.issues[row]?.key)).toEqual([
      'P-1',
      'P-2',
    ]);
  });

  it('opens the report of a sprint, and links a person to the keys', async () => {
    const { user, onSprint } = show({ expandTree: true });
    await user.click(screen.getByRole('button', { name: 'B, show sprint report' }));
    expect(onSprint.mock.calls[0]?.[0]).toMatchObject({ name: 'B', jql: 'sprint = 2' });
    const jql = (name: string) => {
      const [link] = screen.getAllByRole('link', { name });
      return new URL(link?.getAttribute('href') ?? '').searchParams.get('jql');
    };
    expect(jql('Ben')).toBe('key in (P-2)');
  });

  it('groups by assignee with averages', () => {
    show({ type: 'by-assignee' });
    const ana = screen.getByRole('row', { name: /Ana/ });
    expect(
      within(ana).getByRole('button', { name: /^2.5\s*Average completed · Ana/ }),
    ).toBeTruthy();
  });
});

describe('sprints of a board', () => {
  it('replace the query after a question', async () => {
    const { user, onJql, onSettings, settings } = show({ sprintCount: 1 });
    await user.click(screen.getByRole('button', { name: 'Include' }));
    const dialog = screen.getByRole('dialog', { name: 'Apply JQL Filter?', hidden: true });
    expect(dialog.textContent).toContain('will be replaced');
    expect(onJql).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Apply', hidden: true }));
    await expect.poll(() => onJql).toHaveBeenCalledWith('sprint in (2)');
    expect(onSettings).toHaveBeenCalledWith({ ...settings, board: BOARD.id, sprintCount: 1 });
  });

  it('are not offered where there are only kanban boards', () => {
    show({ periods: 'interval' }, [{ ...BOARD, type: 'kanban' }]);
    expect(screen.queryByRole('radio', { name: 'Sprint' })).toBeNull();
    expect(screen.getByLabelText('Interval start date')).toBeTruthy();
  });

  it('are asked of a site without boards in vain', () => {
    show({ board: BOARD.id }, []);
    expect(screen.getByText(/has no boards configured/)).toBeTruthy();
  });
});

it('draws the lines that are asked for, and no committed ones by interval', () => {
  const settings = { ...velocitySettings.defaults, estimation: 'points' } as const;
  const ids = (init: Partial<VelocitySettings>) => {
    const all = { ...settings, ...init };
    return velocitySeries(computeVelocity(STORY, all, NOW).result, all).map(each => each.id);
  };
  expect(ids({})).toEqual([
    'total committed',
    'total completed',
    'average committed',
    'average completed',
  ]);
  expect(ids({ periods: 'interval' })).toEqual(['total completed', 'average completed']);
});

it('refuses a filter with an order in the form', async () => {
  render(
    <TestForm
      schema={velocitySettings}
      rules={formRules}
      initial={{ jqlFilter: 'a = 1 Order By b' }}
      site={{ fields: STORY.fields, special: STORY.special, boards: [BOARD] }}
    />,
  );
  // Folded or not: what keeps the form from being saved is seen.
  expect(screen.getByText(/does not support "order by" clause/)).toBeTruthy();
});
