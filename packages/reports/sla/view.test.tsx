import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { AS_OF, context, dataset, issue, slaCycle } from '@tallyboard/core/testing/builders.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import computeSla from './compute.ts';
import { slaSettings } from './settings.ts';
import SlaView from './view.tsx';

const slas = (breach: number | null, paused = false) =>
  new Map([
    [
      'customfield_1' as FieldId,
      {
        name: 'Zeit bis zur Lösung',
        completed: [],
        ongoing: slaCycle({ start: AS_OF - HOUR, breach, breached: false, paused }),
      },
    ],
  ]);

test('shows SLAs by their own name, and what to look at with the time left', async () => {
  const data = dataset([
    issue({ key: 'ITS-1', slas: slas(AS_OF + HOUR / 2) }),
    issue({ key: 'ITS-2', slas: slas(AS_OF - 2 * HOUR) }),
    issue({ key: 'ITS-3', slas: slas(null, true) }),
  ]);
  const settings = slaSettings.defaults;
  const { result } = computeSla(data, settings, context());
  const onDrill = vi.fn();
  const onSettings = vi.fn();
  render(
    <SlaView
      result={result}
      settings={settings}
      context={context()}
      compact={false}
      lite={false}
      dataset={datasetViewOf(data)}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  const list = screen.getByRole('table', { name: 'Breached, at risk and paused now' });
  const rows = within(list)
    .getAllByRole('row')
    .slice(1)
    .map(row => row.textContent);
  expect(rows[0]).toMatch(/ITS-2.*Breached.*\u22122h/);
  expect(rows[1]).toMatch(/ITS-1.*At risk.*30m/);
  expect(rows[2]).toMatch(/ITS-3.*Paused/);
  const table = screen.getByRole('table', { name: 'SLAs by SLA' });
  const row = within(table).getByRole('row', { name: /Zeit bis zur Lösung/ });
  const [breached] = within(row).getAllByRole('button', { name: /Breached now/ });
  if (breached) await userEvent.click(breached);
  const { figure } = onDrill.mock.calls[0]?.[0] ?? {};
  expect(figure).toBe(result.rows[0]?.breachedNow);
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'SLA' }),
    'Zeit bis zur Lösung',
  );
  expect(onSettings).toHaveBeenCalledWith({ ...settings, sla: 'Zeit bis zur Lösung' });
});
