import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { readWhole } from '../paging.ts';
import { findIssue } from '../platform/issue.ts';

const timeField = 'timeoriginalestimate';

export function issueEstimation(api: Api): void {
  api.agile.get('/issue/:idOrKey/estimation', async call => {
    const [document, fieldId] = [await findIssue(call), await estimationField(call)];
    return { fieldId, value: writeValue(fieldId, document.fields[fieldId]) };
  });

  api.agile.put('/issue/:idOrKey/estimation', async call => {
    const [document, fieldId] = [await findIssue(call), await estimationField(call)];
    const value = readValue(fieldId, readBody(call).value);
    await change(call, document, fieldId, value);
    return { fieldId, value: writeValue(fieldId, value) };
  });
}

async function estimationField(call: Call): Promise<string> {
  const boardId = readWhole(call.query, 'boardId');
  if (boardId === undefined) throw new JiraError(400, 'The boardId parameter is required.');
  const board = await call.store.catalogue.get('board', String(boardId));
  const message = 'The board does not exist or you do not have permission to view it.';
  const configuration = orNotFound(board, message).document.configuration as
    | { estimation?: { field?: { fieldId?: string } } }
    | undefined;
  const fieldId = configuration?.estimation?.field?.fieldId;
  if (!fieldId) throw new JiraError(400, 'The board does not estimate issues by a field.');
  return fieldId;
}

/** A number, or for time estimates a duration (`2d 3h`) or minutes. */
function readValue(fieldId: string, value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const text = String(value).trim();
  const number = Number(text);
  if (fieldId !== timeField) {
    if (Number.isFinite(number)) return number;
    throw new JiraError(400, [], { [fieldId]: `'${text}' is an invalid number` });
  }
  if (Number.isFinite(number)) return number * 60;
  const seconds = parseDuration(text);
  if (seconds === null) {
    throw new JiraError(400, [], { timetracking: 'The original estimate specified is not valid.' });
  }
  return seconds;
}

/** 8 hours a day, 5 days a week; null if invalid. */
function parseDuration(text: string): number | null {
  const unit: Record<string, number> = { w: 144_000, d: 28_800, h: 3600, m: 60 };
  const parts = text.toLowerCase().split(/\s+/);
  let seconds = 0;
  for (const part of parts) {
    const found = /^(\d+(?:\.\d+)?)([wdhm])$/.exec(part);
    if (!found) return null;
    seconds += Number(found[1]) * (unit[found[2] ?? ''] ?? 0);
  }
  return Math.round(seconds);
}

const writeValue = (fieldId: string, value: unknown): unknown =>
  value === undefined || value === null || fieldId !== timeField
    ? (value ?? null)
    : Number(value) / 60;

async function change(call: Call, issue: IssueDocument, fieldId: string, value: number | null) {
  const before = issue.fields[fieldId];
  if ((before ?? null) === value) return;
  const text = (amount: unknown) =>
    amount === null || amount === undefined ? null : String(amount);
  const field = await call.store.catalogue.get('field', fieldId);
  const custom = fieldId !== timeField;
  await call.store.planning.change({
    issueId: issue.id,
    author: call.caller.user,
    at: call.now(),
    changes: [
      {
        fieldId,
        value,
        item: {
          field: custom ? (field?.name ?? fieldId) : timeField,
          fieldtype: custom ? 'custom' : 'jira',
          fieldId,
          from: custom ? null : text(before),
          fromString: text(before),
          to: custom ? null : text(value),
          toString: text(value),
        },
      },
    ],
  });
}
