import { parseDay } from '@tallyboard/core/time/day.ts';
import { defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { CalendarEditor } from './calendar-editor.tsx';
import { calendarText, readDefinition } from './calendar-text.ts';

const TODAY = parseDay('2026-03-18') ?? 0;
let latest = '';

function Editor({ initial }: { readonly initial: string | null }) {
  const [value, setValue] = useState(initial);
  latest = value ?? '';
  return <CalendarEditor value={value} onChange={setValue} zone="America/New_York" today={TODAY} />;
}

function edit(initial: string | null = null) {
  render(<Editor initial={initial} />);
  return userEvent.setup();
}

const examples = () =>
  within(screen.getByRole('region', { name: 'Examples' }))
    .getAllByRole('definition')
    .map(each => each.textContent);
const days = () => readDefinition(latest).definition?.days;

describe('text and definition', () => {
  it('a definition comes back from its text, fourteen lines or so', () => {
    const definition = defaultCalendar('Europe/Berlin');
    const text = calendarText(definition);
    expect(readDefinition(text)).toEqual({ definition, problems: [] });
    expect(text.split('\n')).toHaveLength(14);
    expect(text).toContain('    "Monday": ["09:00-12:00", "13:00-17:00"],');
  });

  it('ranges in one text become a list; an invalid calendar has no definition', () => {
    const text = '{"timezone":"UTC","days":{"Monday":"9:00-12:00, 13:00-17:00","Sunday":null}}';
    expect(readDefinition(text).definition?.days).toEqual({
      Monday: ['9:00-12:00', '13:00-17:00'],
      Sunday: [],
    });
    expect(readDefinition('{"timezone":"Mars","days":{}}').definition).toBeNull();
    expect(readDefinition('[').problems).toHaveLength(1);
  });
});

it('shows the default week with examples', () => {
  edit();
  expect(screen.getByLabelText('Time zone')).toHaveProperty('value', 'America/New_York');
  // Mon 9:00 to Tue 9:00; Fri 16:00 to Mon 10:00; a week of five days of 7 hours.
  // Christmas and New Year's Day of each year are the holidays.
  const holiday = '7 h of 48 h';
  expect(examples()).toEqual(['7 h of 24 h', '2 h of 66 h', '35 h of 168 h', holiday, holiday]);
});

it('hours are typed, added, removed and copied', async () => {
  const user = edit();
  const from = screen.getByLabelText('Monday, hours 1, from');
  await user.clear(from);
  await user.type(from, '08:00');
  expect(days()?.Monday).toEqual(['08:00-12:00', '13:00-17:00']);
  await user.click(screen.getByRole('button', { name: 'Remove Monday, hours 2' }));
  await user.click(screen.getByRole('button', { name: /Same hours as Monday/ }));
  expect(days()).toMatchObject({ Monday: ['08:00-12:00'], Friday: ['08:00-12:00'], Sunday: [] });
  await user.click(screen.getByRole('button', { name: 'Add hours to Sunday' }));
  expect(days()?.Sunday).toEqual(['09:00-17:00']);
  expect(examples()[2]).toBe('28 h of 168 h');
});

it('shows the problem of a day, and no examples until it is fixed', async () => {
  const user = edit();
  const to = screen.getByLabelText('Tuesday, hours 1, to');
  await user.clear(to);
  await user.type(to, '08:00');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/must end after it begins/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Examples' })).toBeNull();
  await user.clear(to);
  await user.type(to, '11:00');
  expect(examples()).toHaveLength(5);
});

it('adding a yearly holiday changes the examples', async () => {
  const user = edit();
  await user.click(screen.getByRole('button', { name: 'Add day' }));
  expect(days()?.['2026-03-18']).toEqual([]);
  // Tue 9:00 to Thu 9:00 around it: Tuesday's 7 hours are left.
  expect(examples()[3]).toBe('7 h of 48 h');
  const row = screen.getByLabelText('Date of 2026-03-18').closest('.tb-calendar__day');
  await user.click(within(row as HTMLElement).getByRole('checkbox', { name: 'Every year' }));
  expect(days()).toHaveProperty('--03-18', []);
  await user.click(screen.getByRole('button', { name: 'Remove --03-18' }));
  expect(days()).not.toHaveProperty('--03-18');
});

it('imports holidays of a calendar file', async () => {
  const user = edit();
  const ics = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260501\r\nEND:VEVENT\r\n';
  await user.upload(
    screen.getByLabelText('Calendar file (.ics)'),
    new File([`${ics}END:VCALENDAR`], 'de.ics', { type: 'text/calendar' }),
  );
  expect(await screen.findByText('1 day from de.ics.')).toBeTruthy();
  expect(days()?.['2026-05-01']).toEqual([]);
});

it('invalid text is kept while it is edited', async () => {
  const user = edit('{ "timezone": "UTC", "days": {');
  expect(screen.getByRole('alert').textContent).toContain('not valid JSON');
  await user.click(screen.getByRole('button', { name: 'Edit text' }));
  const area = screen.getByLabelText('Calendar (JSON)');
  await user.click(area);
  await user.paste('"Monday": ["09:00-17:00"] } }');
  expect(days()).toEqual({ Monday: ['09:00-17:00'] });
});
