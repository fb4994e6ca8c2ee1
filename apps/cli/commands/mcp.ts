import { Writable } from 'node:stream';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import { readArguments } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { openSources, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { cliHost } from '../mcp-host.ts';

export const helpValues = { source: SOURCE_HELP };

/** Serves the tools of an assistant on stdin and stdout until stdin ends. */
export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, SOURCE_OPTIONS);
  if (positionals.length > 0) throw new UsageError(`'${positionals[0]}' is not expected.`);
  const sources = await openSources(values, streams);
  try {
    const [{ serveStdio, StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('@tallyboard/mcp/server.ts'),
    ]);
    const host = cliHost(sources, { jira: values.url?.replace(/\/+$/, '') ?? null });
    const ended = new Promise(resolve => {
      streams.in.once('end', resolve).once('close', resolve);
    });
    const out = new Writable({
      write(chunk: Buffer, _, done) {
        streams.out.write(chunk.toString('utf8'));
        done();
      },
    });
    const transport = new StdioServerTransport(streams.in as NodeJS.ReadStream, out);
    const onerror = ({ message }: Error) => streams.err.write(`${message}\n`);
    const server = serveStdio(() => createMcpServer(host, VERSION), { transport, onerror });
    await ended;
    await server.close();
    return 0;
  } finally {
    await sources.close();
  }
}
