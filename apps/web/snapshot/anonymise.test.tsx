import { expect, test } from 'vitest';
import { anonymise, createRename } from './anonymise.ts';

const rename = () =>
  createRename({
    projects: [
      { key: 'WEB', name: 'Customer Portal' },
      { key: 'WEB2', name: 'Portal' },
    ],
    groups: [
      { word: 'Person', names: ['Ana Roy', 'Ana Roy-Smith', 'D.J. (ops)'], whole: false },
      { word: 'Summary', names: ['Log in: fails, again (twice)', 'Slow page'], whole: true },
      { word: 'Account', names: ['aroy', '…7d4ef5'], whole: true },
      { word: 'Label', names: ['Done', 'web'], whole: true },
    ],
  });

test('the same for the same, keys by the order in which they are met', () => {
  const to = rename();
  expect(to('WEB-20')).toBe('P1-1');
  expect(to('WEB-7 blocks WEB2-3 and WEB-20')).toBe('P1-2 blocks P2-1 and P1-1');
});

test.each([
  ['Ana Roy-Smith · Resolved', 'Person 2 · Resolved'],
  ['Ana Roy, 3 issues', 'Person 1, 3 issues'],
  ['Ana Royce', 'Ana Royce'],
  ['by D.J. (ops) in Customer Portal', 'by Person 3 in Project 1'],
  [' Done ', ' Label 1 '],
  ['Done 45', 'Done 45'],
  ['WEB', 'P1'],
  ['ISO-8601', 'ISO-8601'],
  ['(WEB-1) Log in: fails, again (twice)', '(P1-1) Summary 1'],
  ['Resolved · Slow page', 'Resolved · Summary 2'],
  ['Status categories of web', 'Status categories of Label 2'],
  ['3 of 12', '3 of 12'],
  ['2 h\nSlow page\nLog in: fails, again (twice)', '2 h\nSummary 2\nSummary 1'],
  ['Ana Roy (aroy) (inactive)', 'Person 1 (Account 1) (inactive)'],
  ['Ana Roy (…7d4ef5)', 'Person 1 (Account 2)'],
  ['Customer Portal (WEB)', 'Project 1 (P1)'],
])('%j', (text, expected) => {
  expect(rename()(text)).toBe(expected);
});

test('nothing of a document keeps a name: texts, labels, titles, tooltips, pictures, what programs know rows by', () => {
  document.body.innerHTML = `
    <article title="Issues of Ana Roy" data-row-id="person aroy">
      <a href="/browse/WEB-7" aria-label="WEB-7, Slow page">WEB-7</a>
      <span data-tb-tooltip="Ana Roy · Slow page · 3 issues" data-item="Customer Portal">3</span>
      <svg role="img" aria-label="Created, Ana Roy"><title>WEB-20</title><text>Portal</text></svg>
      <p>assignee of WEB2-3 is D.J. (ops)</p>
    </article>`;
  const root = document.body.firstElementChild as Element;
  anonymise(root, rename());
  expect(root.outerHTML).not.toMatch(/Ana|Roy|WEB|aroy|Slow|Portal|D\.J\./);
  expect(root.querySelector('[data-tb-tooltip]')?.getAttribute('data-tb-tooltip')).toBe(
    'Person 1 · Summary 2 · 3 issues',
  );
});
