/** Messages as files, in a folder of the server. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailHtml, picturesOf } from './mail-body.ts';
import { DeliveryError, type Message } from './message.ts';

/** Writes a folder for a message, whole or not at all; a repeat finds it and is done. Throws DeliveryError. */
export async function writeMessage(
  root: string,
  name: string,
  message: Message,
  { id, atMs, why }: { readonly id: string; readonly atMs: number; readonly why: string },
): Promise<void> {
  const { files } = message;
  const day = new Date(atMs).toISOString().slice(0, 10);
  const parent = join(root, name);
  const folder = join(parent, `${day} ${id.slice(0, 12)}`);
  const draft = join(parent, `.${id}`);
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    const html = mailHtml(message, { why, unsubscribe: null }, { isFile: true });
    await writeFile(join(draft, 'report.html'), html);
    for (const { file, data } of picturesOf(message))
      await writeFile(join(draft, file), Buffer.from(data, 'base64'));
    for (const { name: file, data } of files)
      await writeFile(join(draft, file), Buffer.from(data, 'base64'));
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    const { code } = cause as NodeJS.ErrnoException;
    // Written by an attempt that could not tell so.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw new DeliveryError(`The folder '${parent}' cannot be written (${code ?? 'failed'}).`, {
      isFinal: false,
      cause,
    });
  }
}
