/** A surface under a moving lamp, in one WebGL shader. Loaded when its block comes near. */
export interface Lamp {
  /** Moves the lamp: shares of the picture's width and height, from the upper left corner; may be outside. */
  move(x: number, y: number): void;
  /** Shows what the model sees over the lit surface. */
  showModel(isShown: boolean): void;
  destroy(): void;
}

export interface LampSources {
  surface: string;
  normal: string;
  /** "" if there is none. */
  heat: string;
}

/** Milliseconds in which the heat map fades in and out. */
const FADE = 320;

const VERTEX = `
attribute vec2 corner;
varying vec2 at;
void main() {
  at = vec2(corner.x * 0.5 + 0.5, 0.5 - corner.y * 0.5);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/* The lamp is low: a flat surface catches little of its light, an edge that faces it catches all. */
const FRAGMENT = `
precision mediump float;
varying vec2 at;
uniform sampler2D surface;
uniform sampler2D normals;
uniform sampler2D heat;
uniform vec2 lamp;
uniform float ratio;
uniform float model;
void main() {
  vec3 normal = normalize(texture2D(normals, at).xyz * 2.0 - 1.0);
  vec3 way = vec3((lamp - at) * vec2(ratio, 1.0), 0.16);
  float distance = length(way);
  vec3 light = way / distance;
  float even = light.z;
  float facing = max(dot(normal, light), 0.0);
  float relief = facing - even;
  float glint = pow(max(dot(normal, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0), 48.0);
  float falloff = 1.0 / (0.55 + distance * distance * 2.0);
  vec3 ground = texture2D(surface, at).rgb;
  vec3 warm = vec3(1.0, 0.93, 0.86);
  vec3 lit = ground * (0.1 + (0.28 + facing * 0.75) * falloff) * warm;
  lit += warm * (max(relief, 0.0) * 1.25 + glint * 0.12) * falloff;
  lit -= ground * max(-relief, 0.0) * 0.9 * falloff;
  float score = texture2D(heat, at).r * model;
  vec3 cold = vec3(0.12, 0.44, 0.47);
  vec3 hot = vec3(1.0, 0.353, 0.122);
  vec3 seen = mix(lit, mix(cold, hot, smoothstep(0.35, 0.75, score)), smoothstep(0.08, 0.7, score) * 0.85);
  gl_FragColor = vec4(seen * mix(1.0, 0.72, model * (1.0 - smoothstep(0.05, 0.4, score))), 1.0);
}`;

/** Rejects if WebGL or a file is missing. */
export async function createLamp(canvas: HTMLCanvasElement, sources: LampSources): Promise<Lamp> {
  const gl = canvas.getContext("webgl", { antialias: false, preserveDrawingBuffer: false });
  if (!gl) throw new Error("There is no WebGL.");
  const [surface, normal, heat] = await Promise.all([
    loadImage(sources.surface),
    loadImage(sources.normal),
    sources.heat ? loadImage(sources.heat) : null,
  ]);
  canvas.width = surface.naturalWidth;
  canvas.height = surface.naturalHeight;
  const program = link(gl);
  const ratio = canvas.width / canvas.height;
  for (const [unit, image] of [surface, normal, heat].entries()) texture(gl, unit, image);
  for (const [unit, name] of ["surface", "normals", "heat"].entries()) gl.uniform1i(at(gl, program, name), unit);
  gl.uniform1f(at(gl, program, "ratio"), ratio);

  const state = { x: 0.5, y: 0.5, model: 0, wanted: 0, frame: 0, before: 0 };
  const draw = (time: number) => {
    const step = state.before === 0 ? 16 : time - state.before;
    const rest = state.wanted - state.model;
    state.model += Math.sign(rest) * Math.min(Math.abs(rest), step / FADE);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.uniform2f(at(gl, program, "lamp"), state.x, state.y);
    gl.uniform1f(at(gl, program, "model"), state.model);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    state.before = state.model === state.wanted ? 0 : time;
    state.frame = state.before === 0 ? 0 : requestAnimationFrame(draw);
  };
  // Draws only when something has changed.
  const ask = () => {
    state.frame ||= requestAnimationFrame(draw);
  };
  ask();
  return {
    move(x, y) {
      Object.assign(state, { x, y });
      ask();
    },
    showModel(isShown) {
      state.wanted = isShown && heat ? 1 : 0;
      ask();
    },
    destroy() {
      cancelAnimationFrame(state.frame);
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}

async function loadImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

function link(gl: WebGLRenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error("The shader could not be made.");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "");
  const { useProgram: activate } = gl;
  activate.call(gl, program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  return program;
}

/** Makes a texture of a picture of any size; without one, a single black pixel. */
function texture(gl: WebGLRenderingContext, unit: number, image: HTMLImageElement | null): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  if (image) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, image);
  else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, 1, 1, 0, gl.RGB, gl.UNSIGNED_BYTE, new Uint8Array(3));
}

function at(gl: WebGLRenderingContext, program: WebGLProgram, name: string): WebGLUniformLocation | null {
  return gl.getUniformLocation(program, name);
}
