// SINEW_two_layer on a graphics card in two passes (docs/reference/extensions.md has the formula).

// Pass 1, once per frame, one thread per virtual bone (OpenGL 4.3 or similar in WebGPU): V_j = Σ_a w_ja·M_a.
#ifdef FIRST_PASS
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Joints { mat4 joints[]; };        // M = global · inverse bind
layout(std430, binding = 1) readonly buffer AtomJoints { uint atomJoints[]; };
layout(std430, binding = 2) readonly buffer AtomWeights { float atomWeights[]; };
layout(std430, binding = 3) writeonly buffer Virtual { mat4 virtualBones[]; };
uniform uint atomInfluences;

void main() {
  uint j = gl_GlobalInvocationID.x;
  if (j >= uint(virtualBones.length())) return;
  mat4 sum = mat4(0.0);
  for (uint a = j * atomInfluences; a < (j + 1u) * atomInfluences; a++) {
    sum += atomWeights[a] * joints[atomJoints[a]];
  }
  virtualBones[j] = sum;
}
#else
// Pass 2, in the vertex shader: v_i = (α_0·V_0 + α_1·V_1)·u_i. Coefficients may be negative and sum to one.
mat4 twoLayerMatrix(mat4 first, mat4 second, vec2 coefficients) {
  return coefficients.x * first + coefficients.y * second;
}
vec3 twoLayerPosition(mat4 m, vec3 rest) { return (m * vec4(rest, 1.0)).xyz; }
// As in most engines; use the cofactors of mat3(m) if scale is non-uniform.
vec3 twoLayerNormal(mat4 m, vec3 normal) { return normalize(mat3(m) * normal); }
#endif
