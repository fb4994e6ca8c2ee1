import type { HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';

/** What the platform says of the place that the app was opened in. */
export interface ForgePlace {
  readonly info: HostInfo;
  /** The gadget was opened to be changed: a frame of its own, which goes when it is saved or left. */
  readonly editing: boolean;
  /** What the gadget was saved with; undefined before the first time. */
  readonly settings: unknown;
  readonly colorMode: 'light' | 'dark' | null;
}

/** Reads the platform's context. Never throws: what it does not say is as if it were not so. */
export function readForgeContext(context: unknown): ForgePlace {
  const whole = recordOf(context);
  const extension = recordOf(whole.extension);
  const isGadget = extension.type === 'jira:dashboardGadget';
  const editing = isGadget && extension.entryPoint === 'edit';
  const isAdminPage = extension.type === 'jira:adminPage';
  const settings = recordOf(extension.gadgetConfiguration);
  const { colorMode } = recordOf(whole.theme);
  const accountId = textOf(whole.accountId);
  return {
    info: parseHostInfo('', {
      flavour: 'cloud',
      baseUrl: (textOf(whole.siteUrl) ?? '').replace(/\/+$/, ''),
      licensed: isLicensed(whole),
      // The platform shows this page to administrators alone; its backend asks again before it stores anything.
      admin: isAdminPage,
      initialTab: isAdminPage ? 'settings' : null,
      standalone: false,
      // Elsewhere the platform takes no settings.
      editable: !isGadget || editing,
      gadget: isGadget ? textOf(whole.moduleKey) : null,
      dashboardId: idOf(extension.dashboard),
      dashboardItemId: idOf(extension.gadget),
      projectKey: textOf(recordOf(extension.project).key),
      cloudId: textOf(whole.cloudId),
      user: accountId === null ? null : { id: accountId, zone: textOf(whole.timezone) },
    }),
    editing,
    settings: Object.keys(settings).length === 0 ? undefined : settings,
    colorMode: colorMode === 'light' || colorMode === 'dark' ? colorMode : null,
  };
}

/** Only an app in production is sold; there, one that was never sold has no licence to speak of. */
function isLicensed({ environmentType, license }: Record<string, unknown>): boolean {
  if (environmentType !== 'PRODUCTION' || typeof license !== 'object' || license === null)
    return true;
  return recordOf(license).active === true;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function idOf(value: unknown): string | null {
  const { id } = recordOf(value);
  return typeof id === 'number' ? String(id) : textOf(id);
}
