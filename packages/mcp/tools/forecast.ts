import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import type { Answer } from '../answer.ts';
import type { McpHost } from '../host.ts';
import type { Args } from '../question.ts';
import { report } from './report.ts';

/** The report that says so in its about.ts. */
export const FORECAST = REPORTS.find(({ tool }) => tool === 'forecast');

export const forecast = (host: McpHost, args: Args, signal: AbortSignal): Promise<Answer> =>
  report(host, { ...args, report: FORECAST?.id ?? '' }, signal);
