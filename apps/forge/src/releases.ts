/**
 * Shared reports that an administrator released as aggregates: the app computes them without a reader, for mails and Automation. A
 * release is of the report as it was then.
 */
import { createHash } from 'node:crypto';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import { type Answer, refuse } from './settings.ts';
import { type ReportLocation, reports, type SharedReport } from './shared-reports.ts';

/** The part of the app's storage that is used. */
export interface ReleaseStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

export interface ReleaseLocation extends ReportLocation {
  readonly releases: ReleaseStore;
  /** Whether the calling user administers Jira. */
  readonly isAdmin: () => Promise<boolean>;
}

type Released = Pick<SharedReport, 'id' | 'view'>;

const keyOf = ({ id }: Pick<Released, 'id'>) => `release:${id}`;

const hashOf = ({ view }: Released): string =>
  createHash('sha256')
    .update(JSON.stringify(view) ?? '')
    .digest('base64url');

/** False too once the report was changed. */
export async function isReleased(
  { releases }: Pick<ReleaseLocation, 'releases'>,
  report: Released,
): Promise<boolean> {
  return Reflect.get(Object(await releases.get(keyOf(report))), 'question') === hashOf(report);
}

/** Releases `payload.report`, or with `payload.on` false ends its release. */
export async function setReleased(place: ReleaseLocation, payload: unknown): Promise<Answer> {
  const { report, on } = Object(payload) as Record<string, unknown>;
  const found = await reports.find(place, { id: report });
  if (!found) return refuse(404, 'This saved report does not exist, or it is not shared with you.');
  if (!(await place.isAdmin()))
    return refuse(403, 'Only an administrator of Jira releases reports.');
  const { stored } = found;
  if (on !== true) await endRelease(place, stored);
  else {
    const { tab, jql } = Object(stored.view) as Record<string, unknown>;
    if (tab === 'user' || (typeof jql === 'string' && dependsOnViewer(jql)))
      return refuse(
        400,
        'The app computes released reports without a reader, and this one is about whoever looks, such as currentUser(). Name people or projects in its query.',
      );
    await place.releases.set(keyOf(stored), { question: hashOf(stored) });
  }
  return { status: 200, body: null };
}

export async function endRelease(
  { releases }: Pick<ReleaseLocation, 'releases'>,
  report: Pick<Released, 'id'>,
): Promise<void> {
  await releases.delete(keyOf(report));
}
