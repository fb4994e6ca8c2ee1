/** The initial board of agile reports on the custom page: by query alone, sprints would miss issues. */
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { MenuItem } from '@tallyboard/reports/catalogue/menu.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import type { Session } from '../start/session.ts';
import { readKept } from './kept-settings.ts';

const isOnBoard = ({ report }: MenuItem) => aboutReport(report)?.onBoard === true;

/** The settings with a board: of the project tab, else last used in an agile report, else the first with sprints. 0 is none. */
export function withBoard(
  session: Session,
  menu: readonly MenuItem[],
  item: MenuItem,
  settings: Stored | null,
  chosen: number | null,
): Stored | null {
  if (!isOnBoard(item) || settings?.boardId !== undefined) return settings;
  const scrum = session.site.boards.filter(({ type }) => type !== 'kanban');
  const used = menu.filter(isOnBoard).map(({ selector }) => readKept(session, selector)?.boardId);
  const wanted = [chosen, ...used];
  const board =
    wanted.flatMap(id => scrum.find(each => each.id === id) ?? [])[0] ??
    scrum.find(({ type }) => type === 'scrum') ??
    scrum[0];
  return board ? { ...settings, boardId: board.id } : settings;
}

/** The name of the board in the settings of an agile report; null for none. */
export function boardName(
  { site }: Session,
  item: MenuItem,
  settings: Stored | null,
): string | null {
  if (!isOnBoard(item)) return null;
  return site.boards.find(({ id }) => id === settings?.boardId)?.name ?? null;
}
