import { readLogLevel } from '@tallyboard/service-kit/settings.ts';
import pino from 'pino';
import type { Streams } from '../command.ts';
import { progressLine } from '../progress.ts';

/** A message for the operator. */
export type Say = (text: string, level?: 'info' | 'warn') => void;

/**
 * Where a mirror writes: sentences for people, or JSON lines with times as the server's where TALLYBOARD_LOG is set or a
 * service (no single round, no terminal) runs it.
 */
export function mirrorOutput({ err }: Pick<Streams, 'err'>, isService: boolean) {
  const line = progressLine({ err });
  const asked = readLogLevel();
  const isJson = asked !== null || (isService && !err.isTTY);
  const log = pino({ level: asked === 'warn' ? 'warn' : 'info' }, err);
  const say: Say = (text, level = 'info') => {
    line.clear();
    if (isJson) log[level](text);
    else err.write(`${text}\n`);
  };
  return { say, onProgress: line.show, end: line.clear };
}
