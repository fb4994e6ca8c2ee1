import { recordOf } from '../bridge/record-of.ts';
import type { HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';

/** The platform's context of the module. */
export interface ForgePlace {
  readonly info: HostInfo;
  /** The edit mode of a gadget: a separate frame, closed on save or cancel. */
  readonly editing: boolean;
  /** Stored settings of the gadget; undefined before the first save. */
  readonly settings: unknown;
  readonly colorMode: 'light' | 'dark' | null;
}

/** Never throws; missing members get defaults. */
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
      // The platform shows this page to administrators only; the backend checks again before it stores.
      admin: isAdminPage,
      initialTab: isAdminPage ? 'settings' : null,
      standalone: false,
      wallboard: isGadget && /\/wallboard\b/i.test(textOf(extension.location) ?? ''),
      // The platform stores settings of gadgets only.
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

/** Licences exist in production only; an app that is not sold has none there either. */
function isLicensed({ environmentType, license }: Record<string, unknown>): boolean {
  if (environmentType !== 'PRODUCTION' || typeof license !== 'object' || license === null)
    return true;
  return recordOf(license).active === true;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function idOf(value: unknown): string | null {
  const { id } = recordOf(value);
  return typeof id === 'number' ? String(id) : textOf(id);
}
