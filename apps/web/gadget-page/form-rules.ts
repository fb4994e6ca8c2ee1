/** What forms of single gadgets do besides showing the fields of their reports. */
import type { Board } from '@tallyboard/core/model/board.ts';
import type { PresetId } from '@tallyboard/jira/jql/presets.ts';
import { type BurnSettings, presetOfType } from '@tallyboard/reports/burn/settings.ts';
import type { AnyReport, ReportId } from '@tallyboard/reports/report.ts';
import type { VelocitySettings } from '@tallyboard/reports/velocity/settings.ts';

/** The preset that a change of settings goes back to; null leaves the query as it is. */
export function presetAfter(report: ReportId, before: unknown, after: unknown): PresetId | null {
  if (report !== 'burn') return null;
  const [was, is] = [before as BurnSettings, after as BurnSettings];
  return was.type === is.type ? null : presetOfType(is.type);
}

/** What the form of a new gadget begins with: of the default board or, where there is no such board, the first. */
export function firstSettings({ id, settings }: AnyReport, boards: readonly Board[]): unknown {
  const first: unknown = settings.gadgetDefaults ?? settings.defaults;
  const [board] = boards;
  if (id !== 'velocity' || !board) return first;
  const velocity = first as VelocitySettings;
  if (boards.some(each => each.id === velocity.board)) return velocity;
  const periods = board.type === 'kanban' ? 'interval' : 'sprint';
  return { ...velocity, board: board.id, periods };
}
