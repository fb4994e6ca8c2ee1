import { dataset } from '@tallyboard/core/testing/builders.ts';
import { TestForm } from '@tallyboard/report-kit/testing/test-form.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import rules from './form.tsx';
import { type IssuesBySettings, issuesBySettings } from './settings.ts';

afterEach(cleanup);

it('offers levels, and how estimates count where issues are below others', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(settings: IssuesBySettings) => void>();
  const { fields, special } = dataset([]);
  const site = { fields, special, boards: [] };
  render(<TestForm schema={issuesBySettings} rules={rules} site={site} onChange={onChange} />);
  expect(screen.queryByLabelText('Measured in')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Field'), 'Initiative');
  expect(onChange.mock.lastCall?.[0]).toMatchObject({
    field: 'level:Initiative',
    label: 'Initiative',
  });
  const type = screen.getByLabelText('Issue type of the level');
  await user.tripleClick(type);
  await user.keyboard('Theme');
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ field: 'level:Theme', label: 'Theme' });
  expect(screen.getByLabelText('Field')).toHaveProperty('value', 'level:Theme');
  expect(screen.queryByLabelText('Estimates count')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Measured in'), 'Story points');
  expect(screen.getByLabelText('Estimates count')).toBeTruthy();
});
