import type { Session } from '../../start/session.ts';
import type { ReportSnapshot } from '../report-run.ts';

/** The host and the shared settings allow changes of issues, which are previewed on all issues of a dataset. */
export const mayWrite = ({ host, site }: Session, { loaded, context }: ReportSnapshot): boolean =>
  host.can.write &&
  site.settings.issueActions &&
  !host.info.wallboard &&
  !loaded.part &&
  !context.past;
