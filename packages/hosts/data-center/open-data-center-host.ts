import { type FrameWindow, openFramedHost } from '../framed/framed-host.ts';
import type { Host } from '../host.ts';
import {
  createDataCenterHost,
  createDataCenterRequest,
  type DataCenterSettings,
  dataCenterInfo,
} from './data-center-host.ts';

/**
 * The host of a page in Jira Data Center. A gadget's page is framed by its dashboard item, which answers the bridge; other
 * pages, and a gadget without an answer, use Jira's API directly.
 */
export async function openDataCenterHost(
  settings: DataCenterSettings & { readonly frame: FrameWindow; readonly timeoutMs?: number },
): Promise<Host> {
  const { frame, search, timeoutMs, fetch } = settings;
  const info = dataCenterInfo(settings);
  const { baseUrl, licensed, dashboardItemId } = info;
  const isFramed = frame.parent !== (frame as unknown);
  const framed =
    dashboardItemId !== null && isFramed
      ? await openFramedHost({
          frame,
          search,
          known: { baseUrl, licensed },
          ...(fetch && { fetch }),
          ...(timeoutMs !== undefined && { timeoutMs }),
          requestBy: ask => createDataCenterRequest({ ...settings, fetch: ask }, info),
        })
      : null;
  return framed ?? createDataCenterHost(settings);
}
