/** What is sent, whatever the way: a mail shows all of it, a chat its figures and a link, a program gets its data. */
import { createHash } from 'node:crypto';

export interface MessageTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** The last row is the total. */
  readonly hasTotal: boolean;
  /** Rows that are not in it. */
  readonly omitted: number;
}

export interface MessageFile {
  readonly name: string;
  /** A media type. */
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** The figures of one report. */
export interface MessagePart {
  /** First sentences, the most important one first. */
  readonly summary: readonly string[];
  readonly figures: readonly { readonly label: string; readonly text: string }[];
  readonly table: MessageTable | null;
  /** Doubts, definitions, and why something is missing. */
  readonly notes: readonly string[];
}

interface MessageSection extends MessagePart {
  readonly title: string;
  /** A PNG in base64. */
  readonly picture?: string | null;
}

export interface Message extends MessagePart {
  readonly subject: string;
  /** The gadgets of a dashboard. */
  readonly sections?: readonly MessageSection[];
  /** A PNG in base64; null for none. */
  readonly picture: string | null;
  readonly files: readonly MessageFile[];
  /** The page that shows the same. */
  readonly link: string | null;
  /** For programs. */
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
}

/** How chats get a message: as a Standard Webhook, or in the form that Slack or Teams Workflows expect. */
export const WEBHOOK_FORMS = ['standard', 'slack', 'teams'] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

/** Where a message goes. */
export type Target =
  | { readonly kind: 'mail'; readonly address: string }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      readonly form: WebhookForm;
      /** Signs messages; as Standard Webhooks write it, 'whsec_...'. */
      readonly secret: string;
    }
  /** Below the folder of the server's settings. */
  | { readonly kind: 'folder'; readonly path: string };

/** Why a message was not sent, for its history. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Another attempt cannot succeed. */
  readonly isFinal: boolean;
  /** The mail server takes no mail at all now: too many at once, a wrong password, no answer. */
  readonly isOfServer: boolean;

  constructor(
    message: string,
    {
      isFinal,
      isOfServer = false,
      cause,
    }: { isFinal: boolean; isOfServer?: boolean; cause?: unknown },
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
    this.isOfServer = isOfServer;
  }
}

/** The name of a target in histories, without secrets of its address. */
export function nameOfTarget(target: Target): string {
  if (target.kind === 'mail') return target.address;
  if (target.kind === 'folder') return `folder ${target.path}`;
  const mark = createHash('sha256').update(target.url).digest('hex').slice(0, 6);
  return `${target.form === 'standard' ? 'webhook' : target.form} ${new URL(target.url).host} ${mark}`;
}
