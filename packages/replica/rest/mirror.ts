import type { MirrorState } from '../data/mirror.ts';
import { type Api, type Call, presentOf } from './api.ts';
import { JiraError } from './errors.ts';

/** `/replica/mirror`: what is mirrored and as of when, null if nothing is. */
export function mirror(api: Api): void {
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
    asOf: state.asOfMs,
    present: presentOf(state, call.clock()),
    issues: await call.store.issues.count(),
    expected: state.expected,
    trouble: state.trouble && { at: state.trouble.atMs, text: state.trouble.text },
  };
}

/** Refuses writes to a mirror: the next round would undo them. Dashboards and settings may change. */
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
