// The routes under /api. The token, where one is needed, goes with every request.

import { said, SILENT, type Said } from '../i18n/message';
import * as decode from './decode';
import type {
  FileList,
  Machine,
  Order,
  Preflight,
  PreviewAnswer,
  PreviewRequest,
  Reply,
  UploadAnswer,
} from './messages';

export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly said: Said,
  ) {
    super(said.text);
  }
}

/** What went wrong. */
export const reasonOf = (error: unknown): Said => (error instanceof HttpError ? error.said : SILENT);

export class Http {
  constructor(
    private readonly token: () => string | null,
    private readonly call: typeof fetch = (...a) => fetch(...a),
  ) {}

  async machine(): Promise<Machine> {
    return decode.machine(await this.get('/api/machine'));
  }
  async files(): Promise<FileList> {
    return decode.fileList(await this.get('/api/files'));
  }
  async preflight(file: string): Promise<PreviewAnswer> {
    return decode.previewAnswer(await this.get(`/api/preflight?file=${encodeURIComponent(file)}`));
  }
  /** Whether a file is played smoothed from now on; its preflight then. */
  async smooth(name: string, smoothed: boolean): Promise<PreviewAnswer> {
    return decode.previewAnswer(await this.post('/api/files/smoothed', { name, smoothed }));
  }
  async preview(request: PreviewRequest, signal?: AbortSignal): Promise<PreviewAnswer> {
    return decode.previewAnswer(await this.post('/api/preview', request, signal));
  }
  async upload(name: string, text: string, format?: string): Promise<UploadAnswer> {
    return decode.uploadAnswer(
      await this.post('/api/files', format ? { name, text, format } : { name, text }),
    );
  }
  async deleteFile(name: string): Promise<FileList> {
    return decode.fileList(await this.post('/api/files/delete', { name }));
  }
  async renameFile(name: string, to: string): Promise<FileList> {
    return decode.fileList(await this.post('/api/files/rename', { name, to }));
  }
  async fileText(name: string): Promise<string> {
    const address = `/api/file?name=${encodeURIComponent(name)}`;
    const response = await this.call(address, { headers: this.headers(), cache: 'no-store' });
    if (!response.ok) await this.take(Promise.resolve(response));
    return response.text();
  }
  async order(order: Order): Promise<Reply> {
    return decode.reply(await this.post('/api/ctl', order));
  }

  /** The cueing as it is tuned now, and its frequency response: src/cueing reads the answers. */
  cueing(): Promise<unknown> {
    return this.get('/api/cueing');
  }
  cueingResponse(test: string): Promise<unknown> {
    return this.get(`/api/cueing/response?test=${encodeURIComponent(test)}`);
  }
  /** Kept tunings, manoeuvres, comparisons: src/cueing reads the answers. */
  tried(route: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    return body === undefined
      ? this.get(`/api/cueing/${route}`)
      : this.post(`/api/cueing/${route}`, body, signal);
  }

  /** The verification's routes: src/verify reads their answers. */
  verify(route: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    return body === undefined
      ? this.get(`/api/verify/${route}`)
      : this.post(`/api/verify/${route}`, body, signal);
  }

  /** The routes of a control board: src/calibrate reads their answers. */
  calibrate(route: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.post(`/api/calibrate/${route}`, body, signal);
  }
  /** The routes of an acceptance: src/accept reads their answers. */
  accept(route: '' | '/cancel', body?: unknown): Promise<unknown> {
    return body === undefined ? this.get(`/api/accept${route}`) : this.post(`/api/accept${route}`, body);
  }
  /** The routes of a commissioning: src/commission reads their answers. */
  commission(route: string, body?: unknown): Promise<unknown> {
    return body === undefined
      ? this.get(`/api/commission${route}`)
      : this.post(`/api/commission${route}`, body);
  }
  /** Alarms, maintenance counters: src/service reads the answers. */
  service(route: string, body?: unknown): Promise<unknown> {
    return body === undefined ? this.get(`/api/${route}`) : this.post(`/api/${route}`, body);
  }
  /** The settings: src/settings reads the answers. */
  config(route: '' | '/check' | '/save', body?: unknown, signal?: AbortSignal): Promise<unknown> {
    return body === undefined
      ? this.get(`/api/config${route}`)
      : this.post(`/api/config${route}`, body, signal);
  }
  /** A file, or the answer that says why there is none. */
  calibrateFile(body: unknown): Promise<unknown> {
    return this.file('/api/calibrate/export', body);
  }
  /** A table as a workbook. */
  xlsx(name: string, text: string): Promise<unknown> {
    return this.file('/api/verify/xlsx', { name, text });
  }
  private async file(path: string, body: unknown): Promise<unknown> {
    const headers = { ...this.headers(), 'Content-Type': 'application/json' };
    const response = await this.call(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (response.ok && !response.headers.get('content-type')?.startsWith('application/json'))
      return response.blob();
    return this.take(Promise.resolve(response));
  }

  /** Which program this is: "hexad 1.2.3", or nothing. */
  async version(): Promise<string> {
    const status = (await this.get('/api/status').catch(() => null)) as { version?: unknown } | null;
    return typeof status?.version === 'string' ? `hexad ${status.version}` : '';
  }
  /** The last minutes of motion as the program kept them, CSV. */
  async history(): Promise<string> {
    const response = await this.call('/api/history', { headers: this.headers(), cache: 'no-store' });
    return response.ok ? response.text() : '';
  }

  /** The black box of the last fault, as a file. */
  async fault(): Promise<Blob> {
    const response = await this.call('/api/fault', { headers: this.headers(), cache: 'no-store' });
    if (!response.ok) await this.take(Promise.resolve(response));
    return response.blob();
  }

  private headers(): Record<string, string> {
    const token = this.token();
    return token ? { Authorization: `Bearer ${token}` } : {};
  }
  private get(path: string): Promise<unknown> {
    return this.take(this.call(path, { headers: this.headers(), cache: 'no-store' }));
  }
  private post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.take(
      this.call(path, {
        method: 'POST',
        headers: { ...this.headers(), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    );
  }
  private async take(pending: Promise<Response>): Promise<unknown> {
    const response = await pending;
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const error = (body as { error?: unknown } | null)?.error;
      // An answer that names a place in the input is an answer, whatever its HTTP status.
      if (response.status === 400 && typeof error === 'object' && error !== null) return body;
      throw new HttpError(
        response.status,
        typeof error === 'string' ? said(body, 'error') : { text: `HTTP ${response.status}`, message: null },
      );
    }
    return body;
  }
}

export type { Preflight };
