import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type JqlError, JqlField, type Suggest } from './jql-field.tsx';

function Box(props: {
  readonly start: string;
  readonly error?: JqlError;
  readonly suggest?: Suggest;
  readonly onApply?: () => void;
}) {
  const [text, setText] = useState(props.start);
  return (
    <JqlField
      label="JQL"
      value={text}
      onChange={setText}
      onApply={props.onApply}
      error={props.error}
      suggest={props.suggest}
    />
  );
}

const QUERY = 'project = NAV AND\nasignee = me';

test.each([
  { from: 18, text: 'asignee', where: '(line 2, character 1)' },
  { from: 18, to: 22, text: 'asig', where: '(line 2, character 1)' },
  { from: 0, text: 'project', where: '(line 1, character 1)' },
  { from: 99, text: '\u00a0', where: '(line 2, character 13)' },
])('an error at $from is marked: $where', ({ text, where, ...place }) => {
  render(<Box start={QUERY} error={{ message: 'Wrong field.', ...place }} />);
  expect(document.querySelector('mark')?.textContent).toBe(text);
  const field = screen.getByLabelText('JQL');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = field.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(`Wrong field. ${where}`);
});

test('Enter applies, Shift+Enter makes a line', async () => {
  const apply = vi.fn();
  render(<Box start="project = NAV" onApply={apply} />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('JQL'));
  await user.keyboard('{Shift>}{Enter}{/Shift}ORDER');
  expect(apply).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(apply).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLTextAreaElement>('JQL').value).toBe('project = NAV\nORDER');
});

test('arrow and Enter choose a suggestion; Escape keeps the text', async () => {
  const suggest: Suggest = async (_, caret) => [
    { label: 'assignee', insert: 'assignee ', from: caret - 2, to: caret },
    { label: 'assigned', insert: 'assigned ', from: caret - 2, to: caret },
  ];
  const apply = vi.fn();
  render(<Box start="" suggest={suggest} onApply={apply} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>('JQL');
  await user.type(field, 'as');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('assignee');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('assignee ');
  expect(apply).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect(screen.queryAllByRole('option')).toHaveLength(0);
  expect(field.value).toBe('assignee ');
});

test('a suggestion that was asked for before more was typed replaces the word as it is now', async () => {
  // Other answers are on their way.
  const suggest: Suggest = (text, caret) =>
    text === 'status = D'
      ? Promise.resolve([{ label: 'Done', insert: 'Done ', from: caret - 1, to: caret }])
      : new Promise(() => {});
  render(<Box start="" suggest={suggest} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>('JQL');
  await user.type(field, 'status = D');
  await screen.findByRole('option');
  await user.type(field, 'o');
  await user.click(screen.getByRole('option'));
  expect(field.value).toBe('status = Done ');
});

test('suggestions for a word are gone once the next one begins', async () => {
  const suggest: Suggest = async (text, caret) =>
    text.endsWith('=') ? [{ label: 'Done', insert: 'Done ', from: caret, to: caret }] : [];
  render(<Box start="" suggest={suggest} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>('JQL');
  await user.type(field, 'status =');
  await screen.findByRole('option');
  await user.type(field, ' ');
  expect(screen.queryAllByRole('option')).toHaveLength(0);
});
