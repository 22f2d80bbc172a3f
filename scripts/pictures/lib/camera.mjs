/** The terrain's projection, for drawing lines over it: ground point -> pixel and depth. */
export function terrainProjector({ width, height: rows, eye, pitch, lens }) {
  const unit = lens * width;
  const horizon = rows * (0.5 - pitch);
  return (x, h, z) => {
    const dz = z - eye[2];
    return [width / 2 + ((x - eye[0]) / dz) * unit, horizon + ((eye[1] - h) / dz) * unit, dz];
  };
}

/** True if a projected point is in front of the terrain at that pixel. */
export function isVisible(depth, width, point, slack = 0.012) {
  const x = Math.floor(point[0]);
  const y = Math.floor(point[1]);
  if (x < 0 || x >= width || y < 0) return false;
  const there = depth[y * width + x];
  return there === undefined ? false : point[2] <= there * (1 + slack);
}
