import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request; false for the default reply. */
type Answer = (request: ReceivedRequest, reply: ServerResponse) => boolean;

/** A fake Jira that records requests and answers as a test says. */
export interface FakeJira {
  readonly address: string;
  readonly received: ReceivedRequest[];
  answer: Answer | null;
  stop(): Promise<void>;
}

export async function startFakeJira(token = 'the-token-of-the-test'): Promise<FakeJira> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      received.push(call);
      if (fake.answer?.(call, reply)) return;
      usual(call, reply, token);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeJira = {
    address: `http://127.0.0.1:${port}`,
    received,
    answer: null,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function usual(
  { method, url, headers }: ReceivedRequest,
  reply: ServerResponse,
  token: string,
): void {
  const send = (status: number, body: unknown) =>
    reply
      .writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'JSESSIONID=abc' })
      .end(JSON.stringify(body));
  const sent = headers.authorization ?? '';
  const basic = Buffer.from(sent.replace(/^Basic /, ''), 'base64').toString();
  if (sent !== `Bearer ${token}` && !basic.endsWith(`:${token}`)) return void send(401, {});
  const path = url.split('?')[0];
  if (path === '/rest/api/2/serverInfo') {
    const deploymentType = sent.startsWith('Basic ') ? 'Cloud' : 'Server';
    return void send(200, { version: '10.3.0', deploymentType, serverTitle: 'Fake' });
  }
  if (path === '/rest/api/2/myself') return void send(200, { displayName: 'Token Owner' });
  send(200, { method, path });
}
