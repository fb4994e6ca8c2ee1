import {
  BOARD_SET_UNITS,
  type BoardSetMember,
  isBoardSetUnit,
  parseSetMembers,
} from '@tallyboard/core/model/board-set.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { StoredBoardSet } from '@tallyboard/server-store/board-sets.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { servedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';
import { ownerOf } from '../owner.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { folder: FOLDER_HELP, units: BOARD_SET_UNITS.join(', ') };

export async function run(args: readonly string[], { out, err }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    account: { type: 'string' },
    board: { type: 'string', multiple: true },
    jql: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true },
    unit: { type: 'string' },
  });
  const [step, name, ...more] = positionals;
  const isWhole = step === 'list' ? name === undefined : name !== undefined;
  if (!['add', 'list', 'remove'].includes(step ?? '') || !isWhole || more.length > 0)
    throw new UsageError("Say 'add NAME', 'list' or 'remove NAME'.");
  return withFolder(folderFor(values), async (store): Promise<ExitCode> => {
    if (step === 'list') out.write(await listOf(store));
    else if (step === 'remove') await remove(store, String(name));
    else {
      const { id, doubts } = await add(store, { ...values, name: String(name) });
      out.write(`${id}\n`);
      for (const doubt of doubts) err.write(`${doubt}\n`);
    }
    return 0;
  });
}

interface Given {
  readonly name: string;
  readonly account?: string;
  readonly board?: readonly string[];
  readonly jql?: readonly string[];
  readonly set?: readonly string[];
  readonly unit?: string;
}

async function add(store: Store, given: Given) {
  const { unit = 'issues', board = [], jql = [], set = [] } = given;
  const name = given.name.trim();
  if (name === '') throw new UsageError('The name is missing.');
  if (!isBoardSetUnit(unit))
    throw new UsageError(`--unit is one of ${BOARD_SET_UNITS.join(', ')}, not '${unit}'.`);
  const all = await store.boardSets.all();
  const members: readonly BoardSetMember[] | undefined = parseSetMembers([
    ...board.map(id => ({ board: boardId(id) })),
    ...jql.map(query => ({ jql: query })),
    ...set.map(nested => ({ set: find(all, nested).id })),
  ]);
  if (!members) throw new UsageError('--jql is empty or too long, or there are too many members.');
  if (members.length === 0) throw new UsageError('Give members: --board, --jql or --set.');
  const doubts = await doubtsOf(store, members);
  const saved = await store.boardSets.save({
    id: newId(),
    name,
    unit,
    members,
    ownerId: await ownerOf(store, given.account, 'board set'),
    shares: [],
    version: 0,
    updatedMs: Date.now(),
  });
  await auditChange(store, 'board set made', saved.id, JSON.stringify({ name, unit, members }));
  return { id: saved.id, doubts };
}

/** What cannot be answered now, and may be after an import. Throws CommandError where a query never can. */
async function doubtsOf(store: Store, members: readonly BoardSetMember[]): Promise<string[]> {
  const isSite = (await servedSite(store)) !== null;
  const scope = { viewer: { userId: null, zone: 'UTC' }, now: Date.now() };
  const doubts: string[] = [];
  for (const member of members) {
    if ('jql' in member) {
      const { jql } = member;
      const [wrong] = (await store.jql.parse(jql, { ...scope, validation: 'none' })).errors;
      if (wrong !== undefined) throw new CommandError(`--jql '${jql}': ${wrong}`);
      const { errors } = isSite ? { errors: [] } : await store.jql.parse(jql, scope);
      if (errors.length > 0) doubts.push(`--jql '${jql}' is left out for now: ${errors.join(' ')}`);
    } else if ('board' in member && !isSite) {
      if (!(await store.catalogue.get('board', String(member.board))))
        doubts.push(`--board ${member.board} is left out for now: there is no such board.`);
    }
  }
  return doubts;
}

const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

function boardId(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--board is the number of a board, not '${text}'.`);
}

function find(all: readonly StoredBoardSet[], name: string): StoredBoardSet {
  const found = findByName('board set', all, name);
  if (found.item) return found.item;
  throw new CommandError(found.problem);
}

async function remove(store: Store, name: string): Promise<void> {
  const { id } = find(await store.boardSets.all(), name);
  await store.boardSets.remove(id);
  await auditChange(store, 'board set removed', id);
}

async function listOf(store: Store): Promise<string> {
  const all = await store.boardSets.all();
  const textOf = (member: BoardSetMember) => {
    if ('board' in member) return `board ${member.board}`;
    if ('jql' in member) return member.jql;
    return `set '${all.find(({ id }) => id === member.set)?.name ?? member.set}'`;
  };
  const rows = all.map(({ id, name, ownerId, unit, members }) => [
    id,
    name,
    ownerId ?? 'everybody',
    unit,
    members.map(textOf).join('; '),
  ]);
  return alignedTable({ columns: ['Id', 'Name', 'Account', 'Unit', 'Members'], rows });
}
