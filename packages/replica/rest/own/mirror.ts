import type { MirrorState } from '../../data/mirror.ts';
import { type Api, type Call, presentOf } from '../api.ts';
import { JiraError } from '../errors.ts';

/** How old the data is, for our own pages: what is mirrored here and as of when; null where nothing is mirrored. */
export function ownMirror(api: Api): void {
  api.root.get('/replica/mirror', async call => {
    const state = await call.store.mirror.state();
    call.reply.header('Cache-Control', 'no-store');
    return { mirror: state && (await shapeMirror(call, state)) };
  });
}

async function shapeMirror(call: Call, state: MirrorState) {
  return {
    site: state.site,
    jql: state.jql,
    /** All that changed in Jira before this instant is here; null until the first copy is whole. */
    asOf: state.asOfMs,
    /** The present for figures and queries. */
    present: presentOf(state, call.clock()),
    issues: await call.store.issues.count(),
    expected: state.expected,
    trouble: state.trouble && { at: state.trouble.atMs, text: state.trouble.text },
  };
}

/**
 * A mirror is read. What would be changed here is Jira's, and the next round would bring Jira's own state back:
 * refusing says so, where taking it would lose it silently. Dashboards and settings are kept here and may change.
 */
export async function refuseChangesOfMirror(
  { store }: Pick<Api, 'store'>,
  request: { method: string; url: string },
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (!/^\/rest\/(agile\/|software\/|api\/\w+\/issue\/[^/]+\/assignee)/.test(request.url)) return;
  const state = await store.mirror.state();
  if (!state) return;
  throw new JiraError(403, `This is a mirror of ${state.site}: change it there.`);
}
