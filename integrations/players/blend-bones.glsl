// SINEW_blend_bones, operator "dqs", once per frame and blend bone: the skinning matrix of a driven joint.
// Drivers are unit dual quaternions (real, dual) of their skinning matrices, without the common scale of all joints. In HLSL,
// use float4 for vec4 and float3x4 for mat4x3.
struct DualQuaternion { vec4 real; vec4 dual; };

DualQuaternion blend(DualQuaternion drivers[4], vec4 weights, int heaviest) {
  DualQuaternion sum = DualQuaternion(vec4(0.0), vec4(0.0));
  for (int k = 0; k < 4; k++) {
    float side = dot(drivers[k].real, drivers[heaviest].real) < 0.0 ? -1.0 : 1.0;
    sum.real += side * weights[k] * drivers[k].real;
    sum.dual += side * weights[k] * drivers[k].dual;
  }
  float size = length(sum.real);
  return DualQuaternion(sum.real / size, sum.dual / size);
}

vec3 move(DualQuaternion q, vec3 p) {
  vec3 turned = p + 2.0 * cross(q.real.xyz, cross(q.real.xyz, p) + q.real.w * p);
  return turned + 2.0 * (q.real.w * q.dual.xyz - q.dual.w * q.real.xyz + cross(q.real.xyz, q.dual.xyz));
}
