/** A mail server on loopback that keeps what it accepts, and behaves as badly as it is told. */
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../delivery-settings.ts';

export { simpleParser as parseMail } from 'mailparser';

export interface SinkMail {
  readonly to: string;
  readonly messageId: string;
  readonly raw: Buffer;
}

interface Manners {
  /** An SMTP error for a recipient: its code. */
  readonly refuse?: (address: string) => number | null;
  /** The connection ends while a mail to this address is sent, before or after it was stored. */
  readonly drop?: (address: string) => 'before' | 'after' | null;
  /** An SMTP error for a whole mail: its code. */
  readonly throttle?: () => number | null;
  /** Waits before the mail is accepted. */
  readonly delayMs?: number;
}

export async function mailSink(manners: () => Manners = () => ({})) {
  const mails: SinkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      const code = manners().refuse?.(address) ?? null;
      if (code === null) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const throttled = manners().throttle?.() ?? null;
        if (throttled !== null)
          return done(Object.assign(new Error('Too many mails'), { responseCode: throttled }));
        const drop = manners().drop?.(to) ?? null;
        const [, messageId = ''] = /^Message-ID: (.*)$/im.exec(String(raw)) ?? [];
        if (drop !== 'before') mails.push({ to, messageId: messageId.trim(), raw });
        if (drop !== null) sockets.get(session.id)?.destroy();
        else setTimeout(done, manners().delayMs ?? 0);
      });
    },
  });
  const sockets = new Map<string, { destroy(): unknown }>();
  server.on('error', () => {});
  // The session of a connection is known to the server alone.
  const { connections } = server as unknown as {
    readonly connections: Set<{ readonly id: string; readonly _socket: { destroy(): unknown } }>;
  };
  server.onConnect = (session, done) => {
    for (const { id, _socket } of connections) if (id === session.id) sockets.set(id, _socket);
    done();
  };
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const settings: MailSettings = {
    host: '127.0.0.1',
    port,
    secure: false,
    user: null,
    password: '',
    from: { name: 'Tallyboard', address: 'reports@example.com' },
  };
  return {
    mails,
    port,
    settings,
    /** One for each Message-ID, as mail programs show them. */
    distinct: () => new Set(mails.map(({ messageId }) => messageId)),
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}
